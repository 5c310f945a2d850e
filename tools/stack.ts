import { stackCommand } from './stack/command.ts'

process.exitCode = await stackCommand(process.argv.slice(2), {
  write: (line) => void process.stdout.write(`${line}\n`),
  writeAside: (line) => void process.stderr.write(`${line}\n`),
})
