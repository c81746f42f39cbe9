import { platformOf } from './caller.ts'
import { oneOf, readOptions } from './options.ts'
import type { Ended, Terminal } from './terminal.ts'

const help = `recto logs EXECUTION [--json]

Prints what an execution said, oldest first; with --json a line of JSON for each entry.
RECTO_SERVER is the address of the server, RECTO_ORGANIZATION the organization, RECTO_PLATFORM_KEY a platform API key of it.
`

/** What an execution said. */
export async function logs(terminal: Terminal, given: readonly string[]): Promise<Ended> {
  const { options, names } = readOptions(given, {})
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const platform = platformOf(terminal)
  for await (const { event_time, data } of platform.logsOf(oneOf(names, 'execution'))) {
    const { level, stage, log } = data
    const line = options.json
      ? JSON.stringify({ time: event_time, level, stage, log })
      : `${event_time} ${level.padEnd(5)} ${stage}: ${log}`
    terminal.print(`${line}\n`)
  }
  return 0
}
