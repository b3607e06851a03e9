// Bodies are bytes or text, never streams, forms or blobs.
module.exports = {};
