/**
 * Messages with parameters: the part of ICU MessageFormat that wording/message_format.py describes, without `quoted`.
 *
 * @typedef {Record<string, any>} Parameters
 */

/** @param {string} message @param {Parameters} parameters @param {string} language @param {Record<string, string>} lists */
export function format(message, parameters, language, lists) {
  let at = 0;
  const token = (/** @type {RegExp} */ pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(message);
    if (found) at = pattern.lastIndex;
    return found;
  };
  /** Text up to a closing brace. @param {number | null} number @returns {string} */
  const text = (number) => {
    let said = "";
    for (let found; at < message.length && message[at] !== "}";) {
      if (message[at] === "{") said += argument(number);
      else if ((found = token(/'([{}][^']*)'/y))) said += found[1];
      else said += message[at] === "#" && number !== null ? (at++, number) : message[at++];
    }
    return said;
  };
  /** @param {number | null} number */
  const argument = (number) => {
    const head = token(/\{\s*([\w.]+)\s*(?:,\s*(plural|select|list)\s*)?(?:,\s*)?/y);
    if (!head) throw new Error(`not a message: ${message}`);
    let value = /** @type {any} */ (parameters);
    for (const key of (head[1] ?? "").split(".")) value = value?.[key];
    let said = String(value);
    if (head[2] === "list") {
      const style = token(/\w*/y)?.[0] || "and";
      const things = value ?? [];
      said = things.length < 2 ? things.join("") : things.slice(0, -1).join(", ") + lists[style] + things.at(-1);
    } else if (head[2]) {
      const isPlural = head[2] === "plural";
      const counted = isPlural ? value?.length ?? value ?? 0 : number;
      const keys = isPlural ? [`=${counted}`, new Intl.PluralRules(language).select(counted)] : [String(value ?? "none")];
      /** @type {Record<string, string>} */
      const branches = {};
      for (let branch; (branch = token(/\s*([^\s{}]+)\s*\{/y)); at++) branches[branch[1] ?? ""] = text(counted);
      said = branches[keys.find((key) => key in branches) ?? "other"] ?? "";
    }
    token(/\s*\}/y);
    return said;
  };
  return text(null);
}
