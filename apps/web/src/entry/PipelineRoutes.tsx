import { PipelineListPage } from '../features/pipelines/PipelineListPage.tsx'

/** A page of its own for each type, so that search and dialogs do not travel between them. */
export function EtlRoute() {
  return <PipelineListPage key="ETL" type="ETL" />
}

export function TaskRoute() {
  return <PipelineListPage key="TASK" type="TASK" />
}
