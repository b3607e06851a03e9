/**
 * Returns the text of a version's section in the changelog; `undefined` if there is none, if it has no date, or if it is
 * empty.
 *
 * @param {string} changelog
 * @param {string} version
 * @returns {string | undefined}
 */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) => section.startsWith(`${version} (`));
  const [, text] = own?.match(/^\S+ \(\d{4}-\d{2}-\d{2}\)\n([\s\S]*)/) ?? [];
  return text?.trim() || undefined;
}
