// Channels for tools that watch undici: no one subscribes to them here.
const names = [
  'beforeConnect',
  'connected',
  'connectError',
  'sendHeaders',
  'create',
  'bodySent',
  'bodyChunkSent',
  'bodyChunkReceived',
  'headers',
  'trailers',
  'error',
  'open',
  'close',
  'socketError',
  'ping',
  'pong',
  'proxyConnected',
];

exports.channels = Object.fromEntries(names.map((name) => [name, { hasSubscribers: false }]));
