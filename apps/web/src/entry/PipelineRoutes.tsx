import { PipelineListPage } from '../features/pipelines/PipelineListPage.tsx'

/** The key gives each type a separate page, so that search and dialogs are not carried over. */
export function EtlRoute() {
  return <PipelineListPage key="ETL" type="ETL" />
}

export function TaskRoute() {
  return <PipelineListPage key="TASK" type="TASK" />
}
