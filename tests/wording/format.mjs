// The cases on standard input, formatted by the browser's module; prints each text on a line of JSON.

import { readFileSync } from "node:fs";
import { format } from "../../src/quixotry/web/static/js/message-format.js";

const { cases, lists } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map(({ message, parameters }) => format(message, parameters, "en", lists))));
