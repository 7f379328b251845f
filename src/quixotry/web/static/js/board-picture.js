/** The board as a picture file: drawn from the page's own board, in the colours it has there. */

const DRAWN = ["fill", "stroke", "stroke-width", "opacity", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing"];
const SCALE = 2;

/** @param {SVGSVGElement} board @returns {Promise<string>} the address of a PNG */
export async function boardPicture(board) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  const [from, to] = [board, copy].map((root) => [...root.querySelectorAll("*")]);
  from?.forEach((element, n) => {
    const style = getComputedStyle(element);
    // As attributes, for the content security policy forbids styles written into elements.
    for (const name of DRAWN) to?.[n]?.setAttribute(name, style.getPropertyValue(name));
  });
  for (const part of copy.querySelectorAll(".over, .light")) part.remove();
  const [, , width = 0, height = 0] = (copy.getAttribute("viewBox") ?? "").split(" ").map(Number);
  copy.setAttribute("width", String(width * SCALE));
  copy.setAttribute("height", String(height * SCALE));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas.toDataURL("image/png");
}

/** @param {SVGSVGElement} board @param {string} name of the file, without its ending */
export async function savePicture(board, name) {
  const link = document.createElement("a");
  link.href = await boardPicture(board);
  link.download = `${name}.png`;
  link.click();
}
