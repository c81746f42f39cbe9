import { makeFlow } from './make-pipeline.ts'
import type { Person } from './people.ts'

type ArrivalPipelineParts = {
  readonly name: string
  readonly toolId: string
  /** Connectors of the source and of the database. */
  readonly source: string
  readonly target: string
  readonly table: string
  /** Settings of the source. */
  readonly configuration?: Readonly<Record<string, unknown>>
  /** Settings of the pipeline that differ from the usual ones. */
  readonly changes?: Readonly<Record<string, unknown>>
}

/** Makes a pipeline from files to a table that runs when something arrives. */
export async function makeArrivalPipeline(person: Person, parts: ArrivalPipelineParts) {
  const { name, toolId, source, target, table, configuration = {}, changes } = parts
  const workflow = await makeFlow(person, name, {
    toolId,
    source: { connection_type: 'FILESYSTEM', connector_instance: source, configuration },
    destination: {
      connection_type: 'DATABASE',
      connector_instance: target,
      configuration: { table, columnMode: 'Write each field to a column' },
    },
  })
  const { body } = await person.post('pipeline/', {
    pipeline_name: name,
    workflow,
    pipeline_type: 'ETL',
    runs_on_arrival: true,
    arrival_delay_seconds: 1,
    ...changes,
  })
  const id: string = body.id
  const getArrivals = async () => (await person.get(`pipeline/${id}/arrivals/`)).body
  return {
    id,
    getArrivals,
    /** The state of its listener; undefined before it has one. */
    getState: async (): Promise<string | undefined> => (await getArrivals()).listener?.state,
    /** Runs, newest first, each with its counts of files. */
    async getRuns() {
      const { body: runs } = await person.get(`pipeline/${id}/executions/?page_size=100`)
      return runs.results as readonly {
        readonly id: string
        readonly status: string
        readonly total_files: number
      }[]
    },
    change: (fields: Readonly<Record<string, unknown>>) => person.patch(`pipeline/${id}/`, fields),
  }
}
