// What the yardstick is measured by: the messages of a call parsed and written, and nothing else. Prints microseconds of CPU for each call.
const [warmUp, count] = process.argv.slice(2).map(Number);

function passOn(index) {
  const text = `text ${index}`;
  const call = `{"jsonrpc":"2.0","id":${index},"method":"tools/call","params":{"name":"s0__echo","arguments":{"text":"${text}"}}}`;
  const answer = `{"jsonrpc":"2.0","id":${index},"result":{"content":[{"type":"text","text":"${text}"}]}}`;
  return JSON.stringify(JSON.parse(call)).length + JSON.stringify(JSON.parse(answer)).length;
}

let length = 0;
for (let index = 0; index < warmUp; index++) length += passOn(index);
const before = process.cpuUsage();
for (let index = 0; index < count; index++) length += passOn(index);
const { user, system } = process.cpuUsage(before);
if (length === 0) throw new Error('Nothing was written');
process.stdout.write(`${(user + system) / count}\n`);
