/** `npx recto`: the commands of Recto. */

import { commands, isCommand } from './commands.ts'
import { CommandLineError } from './options.ts'
import { type ExitCode, openTerminal } from './terminal.ts'

const help = `recto COMMAND

  extract FILE…         print the values of some documents
  run FOLDER            write the values of every document in a folder
  split FILE            list the documents inside a file
  verify                check the address and the key, and list the fields
  deploy PROJECT        deploy a project of Prompt Studio as an API
  logs EXECUTION        print the log of an execution
  pull [DIR]            write the objects of an organization as YAML files
  diff [DIR]            compare these files with an organization
  apply [DIR]           make an organization what these files say

Run recto COMMAND --help for details. All commands print JSON with --json.
Exit codes: 0 on success, 1 if something failed, 2 if the command could not start.
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
    const fault = name === undefined ? 'Specify a command.' : `Unknown command: ${name}`
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
