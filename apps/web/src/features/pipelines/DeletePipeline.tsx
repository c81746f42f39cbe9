import { DeleteDialog } from '../../shared/feedback/DeleteDialog.tsx'
import type { Pipeline } from './pipeline.ts'
import { useDeletePipeline } from './pipelines.queries.ts'

type Props = { readonly pipeline: Pipeline; readonly onClose: () => void }

/** Asks for confirmation before deleting a pipeline. */
export function DeletePipeline({ pipeline, onClose }: Props) {
  const { mutateAsync: remove } = useDeletePipeline()
  return (
    <DeleteDialog
      name={pipeline.name}
      fallback="Failed to delete the pipeline"
      successText="Pipeline Deleted Successfully"
      onDelete={() => remove(pipeline.id)}
      onClose={onClose}
    >
      It will stop running, and its keys and notifications will be deleted immediately. The workflow
      and its run history will be kept.
    </DeleteDialog>
  )
}
