// The tool speaks HTTP/1.1 only.
module.exports = undefined;
