// link_blocks.js - match elements of the rendered Markdown to blocks.
// Both have the same texts in the same order, so one pass over both finds the pairs, comparing letters and digits only.

const LEAVES = "p, h1, h2, h3, h4, h5, h6, li, td, th, pre";
const AHEAD = 400; // blocks to skip in search of the next match: menus and the like between two paragraphs

const letters = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

// The text of a list item without nested lists.
function ownText(element) {
  if (element.localName !== "li") return element.textContent;
  return [...element.childNodes].filter((child) => !/^(UL|OL|P|PRE|BLOCKQUOTE)$/.test(child.nodeName)).map((child) => child.textContent).join(" ");
}

function isAlike(block, leaf) {
  return block && leaf && (leaf.includes(block) || block.includes(leaf));
}

// Returns Map: element → [block numbers].
export function linkBlocks(article, blocks) {
  const texts = blocks.map((block) => letters(block.text));
  const main = blocks.map((block) => block.main);
  const linked = new Map();
  let at = 0;
  for (const leaf of article.querySelectorAll(LEAVES)) {
    const text = letters(ownText(leaf));
    if (!text) continue;
    let found = -1;
    for (let i = at; i < Math.min(blocks.length, at + AHEAD) && found < 0; i++) if (main[i] && isAlike(texts[i], text)) found = i;
    if (found < 0) {
      const same = texts.map((t, i) => (t === text ? i : -1)).filter((i) => i >= 0); // a title precedes the main content, but may not be part of it
      if (same.length) linked.set(leaf, [same.find((i) => blocks[i].role === "title") ?? same[0]]);
      continue;
    }
    const numbers = [found];
    let covered = texts[found].length;
    for (let i = found + 1; i < blocks.length && covered < text.length && texts[i] && text.includes(texts[i]); i++) {
      numbers.push(i);
      covered += texts[i].length;
    }
    linked.set(leaf, numbers);
    at = texts[found].length > text.length ? found : numbers[numbers.length - 1] + 1;
  }
  return linked;
}
