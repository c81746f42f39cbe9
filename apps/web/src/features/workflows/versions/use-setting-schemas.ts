import { useQuery } from '@tanstack/react-query'
import type { Workflow } from '../workflow.ts'
import { endSettings, endsOfWorkflow, toolSettingsSchema } from '../workflows.queries.ts'
import type { SettingSchemas } from './setting-words.ts'

/**
 * Loads the schemas of the settings of a workflow, which name the settings and their values. While one is missing, or a
 * version has another tool, its settings are named by plain words made of their identifiers.
 */
export function useSettingSchemas({ id, step }: Workflow): SettingSchemas {
  const { data: ends = [] } = useQuery(endsOfWorkflow(id))
  const sourceId = ends.find(({ side }) => side === 'source')?.id
  const destinationId = ends.find(({ side }) => side === 'destination')?.id
  const source = useQuery({ ...endSettings(sourceId ?? ''), enabled: sourceId !== undefined })
  const destination = useQuery({
    ...endSettings(destinationId ?? ''),
    enabled: destinationId !== undefined,
  })
  const settings = useQuery({
    ...toolSettingsSchema(step?.toolId ?? '', id),
    enabled: step !== undefined,
  })
  return {
    source: source.data?.schema ?? undefined,
    destination: destination.data?.schema ?? undefined,
    settings: settings.data,
  }
}
