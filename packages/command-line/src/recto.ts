/** `npx recto`: the commands of Recto. */

import { commands, isCommand } from './commands.ts'
import { CommandLineError } from './options.ts'
import { type ExitCode, openTerminal } from './terminal.ts'

const help = `recto COMMAND

  extract FILE…         the values of some documents
  run FOLDER            the values of every document of a folder
  verify                whether address and key fit, and which fields come back
  deploy PROJECT        offers a project of Prompt Studio as an API
  logs EXECUTION        what an execution said

recto COMMAND --help says more. All print JSON with --json.
Ends with 0 when all went well, 1 when something failed, 2 when it could not begin.
`

const terminal = openTerminal()
process.exitCode = await main(process.argv.slice(2)).catch((error: unknown): ExitCode => {
  terminal.complain(error instanceof CommandLineError ? error.message : describeError(error))
  return 2
})

async function main([name, ...args]: readonly string[]): Promise<ExitCode> {
  if (name === '--help' || name === 'help') {
    terminal.print(help)
    return 0
  }
  if (name === undefined || !isCommand(name)) {
    const fault = name === undefined ? 'Name a command.' : `There is no command ${name}.`
    throw new CommandLineError(`${fault}\n\n${help}`)
  }
  return commands[name](terminal, args)
}

/** A failed connection gives its reason only in `cause`. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause, message } = error
  return cause instanceof Error ? `${message}: ${cause.message || String(cause)}` : message
}
