// Preloaded by `workstations synth` and `npm run synth`: a fault that nobody catches prints its words and nothing else.
process.on('uncaughtException', (error) => {
  if (error instanceof Error && error.name === 'FaultError') {
    process.stderr.write(`${error.message}\n`);
  } else {
    console.error(error);
  }
  process.exit(1);
});
