import { run } from './program';

// A reader that has seen enough (`| head`) closes the pipe: that is no fault of anybody.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') {
      process.exit();
    }
    throw error;
  });
}

run(process.argv.slice(2)).then(
  (code) => { process.exitCode = code; },
  (error: unknown) => {
    // Faults render themselves; anything else is a slip of ours, with its trace.
    console.error(error);
    process.exitCode = 70;
  },
);
