// A search tree of the lower-case names of headers. Without it, undici writes a name in lower case itself.
exports.tree = { lookup: () => null };
