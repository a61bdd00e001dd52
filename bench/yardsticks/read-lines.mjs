/** Tells each line of a stream as text. */
export function readLines(stream, onLine) {
  let parts = [];
  stream.on('data', (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const last = chunk.subarray(from, at);
      onLine((parts.length === 0 ? last : Buffer.concat([...parts, last])).toString());
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  });
}
