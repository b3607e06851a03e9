/** Returns a function that makes names of files from ids, which differ also where the disk ignores case. */
export function uniqueFileNames(): (id: string) => string {
  const used = new Set<string>();
  return (id) => {
    const plain = id.replace(/[^\w-]/g, '_');
    let name = plain;
    for (let next = 2; used.has(name.toLowerCase()); next++) name = `${plain}-${next}`;
    used.add(name.toLowerCase());
    return name;
  };
}
