import { openNamedPlatform } from './open-from-environment.ts'
import { readOptions, singleName } from './options.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto logs EXECUTION [--json]

Prints the log of an execution, oldest entry first. With --json, each entry is a line of JSON.
Set RECTO_SERVER to the address of the server, RECTO_ORGANIZATION to the organization and RECTO_PLATFORM_KEY to one of its platform API keys.
`

/** `recto logs`: prints the log of an execution. */
export async function logs(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, {})
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const platform = openNamedPlatform(terminal)
  for await (const { event_time, data } of platform.streamLogs(singleName(names, 'execution'))) {
    const { level, stage, log } = data
    const line = options.json
      ? JSON.stringify({ time: event_time, level, stage, log })
      : `${event_time} ${level.padEnd(5)} ${stage}: ${log}`
    terminal.print(`${line}\n`)
  }
  return 0
}
