import type { Part, PartReport } from '../part.ts'
import { measureCallers } from './measure-callers.ts'
import { measureDearReads } from './measure-dear-reads.ts'
import { measureEverything } from './measure-everything.ts'
import { measureTakeover } from './measure-takeover.ts'

const stories: Readonly<Record<string, Part>> = {
  everything: measureEverything,
  callers: measureCallers,
  takeover: measureTakeover,
  'dear-reads': measureDearReads,
}

/** All stories of kills, one after the other; the same judge looks at the end of each. */
export const measureKills: Part = async (options) => {
  const reports: Record<string, PartReport> = {}
  for (const [name, story] of Object.entries(stories)) {
    options.print(`—— ${name}`)
    reports[name] = await story(options)
  }
  const all = Object.entries(reports)
  return {
    figures: Object.fromEntries(all.map(([name, { figures }]) => [name, figures])),
    tables: all.flatMap(([, { tables }]) => tables),
    broken: all.flatMap(([name, { broken }]) => broken.map((what) => `${name}: ${what}`)),
  }
}

/** Each story by itself, for `--only`. */
export const killStories: Readonly<Record<string, Part>> = Object.fromEntries(
  Object.entries(stories).map(([name, story]) => [`kills-${name}`, story]),
)
