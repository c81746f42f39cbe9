import type { PipelineType } from '@recto/contract/pipelines/pipeline-fields'
import type { FormValues } from '../../../shared/form/schema-form/SchemaForm.tsx'
import { browserTimeZone } from '../../../shared/schedule/TimeZoneField.tsx'
import { initialArrivalValues } from '../arrival-values.ts'
import { cronOfChoice, type ScheduleValues } from '../schedule/ScheduleChoice.tsx'

/** A connector with the settings of a source or destination. */
export type EndValues = {
  readonly connectorId: string | null
  readonly configuration: FormValues
}

export type DestinationValues = EndValues & {
  readonly connection: 'DATABASE' | 'FILESYSTEM' | 'HTTP'
}

/** Everything that the page asks for. */
export type GuideValues = {
  readonly source: EndValues
  readonly toolId: string | null
  readonly destination: DestinationValues
  /** Undefined while the suggested name is used. */
  readonly name: string | undefined
  readonly schedule: ScheduleValues
  /** Whether its model calls may wait up to 24 hours in batches. */
  readonly usesBatches: boolean
}

/** Parts of the page that a failure can belong to. */
export type GuidePart = 'source' | 'tool' | 'destination' | 'schedule'

const initialSchedule: Omit<ScheduleValues, 'timeZone'> = {
  kind: 'manual',
  nightlyAt: '02:00',
  weekdaysAt: '06:00',
  cron: '0 9 * * 1-5',
  arrival: initialArrivalValues,
}

/** A column for each field is what most people expect of a table. */
export const tableDefaults: FormValues = { columnMode: 'Write each field to a column' }

type Choices = {
  readonly sourceId: string | undefined
  readonly toolId: string | undefined
  readonly destinationId: string | undefined
}

export const emptyGuide = ({ sourceId, toolId, destinationId }: Choices): GuideValues => ({
  source: { connectorId: sourceId ?? null, configuration: {} },
  toolId: toolId ?? null,
  destination: {
    connectorId: destinationId ?? null,
    connection: 'DATABASE',
    configuration: tableDefaults,
  },
  name: undefined,
  schedule: { ...initialSchedule, timeZone: browserTimeZone() },
  usesBatches: false,
})

export const typeOf = ({ destination }: GuideValues): PipelineType =>
  destination.connection === 'FILESYSTEM' ? 'TASK' : 'ETL'

export const cronOf = ({ schedule }: GuideValues): string | null => cronOfChoice(schedule)

/** Returns what is still missing before the files can be previewed, in words. */
export function missingParts({ source, toolId, destination }: GuideValues): readonly string[] {
  const { connection, configuration } = destination
  const needsTable = connection === 'DATABASE' && !String(configuration.table ?? '').trim()
  return [
    ...(source.connectorId ? [] : ['a source']),
    ...(toolId ? [] : ['a tool']),
    ...(destination.connectorId ? [] : ['a destination']),
    ...(destination.connectorId && needsTable ? ['the name of the table'] : []),
  ]
}

const MAX_NAME = 32

/** The name of a pipeline; with a number if another pipeline or workflow has it. */
export function findFreeName(base: string, takenNames: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` ${number}`
    const name = `${base.slice(0, MAX_NAME - suffix.length).trim()}${suffix}`
    if (!takenNames.has(name)) return name
  }
}

/** Suggests the name of a table for the values of a tool. */
export const suggestTable = (toolName: string): string =>
  toolName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, MAX_NAME)
