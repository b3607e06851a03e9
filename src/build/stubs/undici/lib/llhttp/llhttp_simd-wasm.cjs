// Of the two builds of the parser, the tool runs the one that works on every processor.
module.exports = undefined;
