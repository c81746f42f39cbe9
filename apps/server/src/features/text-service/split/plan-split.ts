import { SplitClasses, type SplitMode, type SplitOptions } from '@recto/contract/text-service/split'
import { WhisperOptions } from '@recto/contract/text-service/text-service'
import { omitUndefined } from '@recto/omit-undefined'
import { invalid } from '../../../platform/app-error.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { planJob } from '../uploads/plan-job.ts'

type SplitParameter = 'pages_per_part' | 'separator_text' | 'classes'

/** The mode that each parameter belongs to. */
const modeOfParameter: Readonly<Record<SplitParameter, SplitMode>> = {
  pages_per_part: 'every_n_pages',
  separator_text: 'separator',
  classes: 'automatic_by_classes',
}

/** Builds the options of a job that splits a file. Rejects what can be rejected before the upload. */
export async function planSplit(caller: KeyHolder, query: SplitOptions): Promise<TextJobOptions> {
  assertWholeFile(query)
  assertParametersOfMode(query)
  const { mode, pages_per_part: pagesPerPart } = query
  const options = await planJob(
    caller,
    WhisperOptions.parse({
      mode: query.reading_mode,
      lang: query.lang,
      tag: query.tag,
      file_name: query.file_name,
    }),
  )
  const split = {
    mode,
    ...omitUndefined({
      pagesPerPart,
      separatorText: query.separator_text || undefined,
      classes: query.classes ? parseClasses(query.classes) : undefined,
    }),
  }
  return { ...options, output: 'parts', split }
}

/** Parts are runs of pages of the file, and a selection would leave gaps in them. */
function assertWholeFile({ pages_to_extract: pages }: SplitOptions): void {
  if (pages)
    throw invalid('pages_to_extract', 'A file is split as a whole; leave out pages_to_extract.')
}

/** A parameter of another mode would be ignored unnoticed. */
function assertParametersOfMode(query: SplitOptions): void {
  for (const [name, mode] of Object.entries(modeOfParameter) as [SplitParameter, SplitMode][]) {
    const isSet = query[name] !== undefined && query[name] !== ''
    if (isSet && query.mode !== mode)
      throw invalid(name, `${name} belongs to the mode ${mode}; the mode is ${query.mode}.`)
  }
  if (query.mode === 'every_n_pages' && query.pages_per_part === undefined)
    throw invalid('pages_per_part', 'The mode every_n_pages needs pages_per_part.', 'required')
  if (query.mode === 'automatic_by_classes' && !query.classes)
    throw invalid('classes', 'The mode automatic_by_classes needs classes.', 'required')
}

function parseClasses(text: string) {
  const parsedClasses = SplitClasses.safeParse(parseJson(text))
  if (!parsedClasses.success)
    throw invalid(
      'classes',
      'classes must be a JSON list of 1 to 50 objects with a name of up to 100 letters, and a description if you like: [{"name": "Invoice", "description": "…"}].',
    )
  const names = parsedClasses.data.map(({ name }) => name.toLowerCase())
  const repeatedName = names.find((name, i) => names.indexOf(name) !== i)
  if (repeatedName !== undefined)
    throw invalid('classes', `classes names “${repeatedName}” more than once.`)
  return parsedClasses.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
