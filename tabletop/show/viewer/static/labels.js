// The names of places on a board, at any size of it: where it is drawn small they are written larger, as far as there is
// room for them, and left out where they couldn't be read even then.

const LEAST = 11; // pixels of the letters
const MOST = 2; // how many times larger than on the sheet there is room for
const LOWER = 0.26; // of what the letters grow by, below where they stood

// labels: the group that holds them; svg: the board.
export function keepLegible(labels, svg) {
  const own = new Map([...labels.querySelectorAll("text")].map((text) => [text, Number(text.getAttribute("font-size"))]));
  const fit = () => {
    const pixel = 1 / (svg.getScreenCTM()?.a || 1);
    for (const [text, size] of own) {
      const needed = Math.max(size, LEAST * pixel);
      text.style.fontSize = `${needed}px`;
      text.setAttribute("dy", (LOWER * (needed - size)).toFixed(2));
      text.style.display = needed > MOST * size ? "none" : "";
    }
  };
  new ResizeObserver(fit).observe(svg);
  new MutationObserver(fit).observe(svg, { attributeFilter: ["viewBox"] });
}
