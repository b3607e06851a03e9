// Unknown words are found, and words suggested, before commander reads a line: see src/cli/line.
exports.suggestSimilar = () => '';
