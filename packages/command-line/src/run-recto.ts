import { CommandLineError } from './options.ts'
import type { ExitCode, Terminal } from './terminal.ts'

type Command = (terminal: Terminal, args: readonly string[]) => Promise<ExitCode>

/** Loads a command when it is called: each of them needs only some of the modules, which take longer than most calls. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  extract: async () => (await import('./extract.ts')).extract,
  run: async () => (await import('./run.ts')).run,
  split: async () => (await import('./split.ts')).split,
  verify: async () => (await import('./verify.ts')).verify,
  deploy: async () => (await import('./deploy.ts')).deploy,
  improve: async () => (await import('./improve.ts')).improve,
  expected: async () => (await import('./expected.ts')).expected,
  logs: async () => (await import('./logs.ts')).logs,
  pull: async () => (await import('./pull.ts')).pull,
  diff: async () => (await import('./diff.ts')).diff,
  apply: async () => (await import('./apply.ts')).apply,
}

const help = `recto COMMAND

  extract FILE…         print the values of some documents
  run FOLDER            write the values of every document in a folder
  split FILE            list the documents inside a file
  verify                check the address and the key, and list the fields
  improve PROJECT       look for better prompts of a project
  expected ACTION       export or import the expected values of a project
  deploy PROJECT        deploy a project of Prompt Studio as an API
  logs EXECUTION        print the log of an execution
  pull [DIR]            write the objects of an organization as YAML files
  diff [DIR]            compare these files with an organization
  apply [DIR]           make an organization what these files say

Run recto COMMAND --help for details. All commands print JSON with --json.
Exit codes: 0 on success, 1 if something failed, 2 if the command could not start,
3 if recto improve has proposals for which nobody has decided.
`

/**
 * Runs `recto` with the given arguments, of which the first is the command. Failures are written to the terminal, so that
 * it never throws.
 */
export async function runRecto(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  try {
    return await run(terminal, args)
  } catch (error) {
    terminal.complain(error instanceof CommandLineError ? error.message : describeError(error))
    return 2
  }
}

async function run(terminal: Terminal, [name, ...args]: readonly string[]): Promise<ExitCode> {
  if (name === '--help' || name === 'help') {
    terminal.print(help)
    return 0
  }
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    const fault = name === undefined ? 'Specify a command.' : `Unknown command: ${name}`
    throw new CommandLineError(`${fault}\n\n${help}`)
  }
  const command = await load()
  return command(terminal, args)
}

/** A failed connection gives its reason only in `cause`. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause, message } = error
  return cause instanceof Error ? `${message}: ${cause.message || String(cause)}` : message
}
