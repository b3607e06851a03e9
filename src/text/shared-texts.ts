/** Returns the text itself, or an equal one that is there already. */
export type SharedTexts = (text: string) => string;

/** So many different texts are looked for: more are ids and names, which differ. */
const most = 1000;

/** Makes a function that lets equal texts share their memory. Of very many texts, such as those of rows, most repeat a few. */
export function shareTexts(): SharedTexts {
  const known = new Map<string, string>();
  return (text) => {
    const shared = known.get(text);
    if (shared === undefined && known.size < most) known.set(text, text);
    return shared ?? text;
  };
}
