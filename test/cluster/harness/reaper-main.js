// Ends the programs of a control plane when the process that started them is gone, for whatever reason (also SIGKILL):
// its standard input closes then. One line each: `start PID`, `end PID`, `remove FOLDER`.
const { rmSync } = require('fs');
const { createInterface } = require('readline');

const programs = new Set();
const folders = new Set();
const end = () => {
  for (const pid of programs) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  process.exit(0);
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, ...rest] = line.split(' ');
  const value = rest.join(' ');
  if (word === 'start') {
    programs.add(Number(value));
  } else if (word === 'end') {
    programs.delete(Number(value));
  } else if (word === 'remove') {
    folders.add(value);
  }
}).on('close', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {});
}
