import type { FormInstance } from 'antd'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { Prompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'
import { useCreateTableSettings, useUpdateTableSettings } from '../table-settings.queries.ts'
import type { ListReading, StoredReading } from '../table-settings.ts'

/** Tags are a list in the form, of one here. */
export type ReadingForm = Omit<ListReading, 'documentType'> & {
  readonly documentType: readonly string[]
}

type Options = {
  readonly prompt: Prompt
  readonly stored: StoredReading
  readonly form: FormInstance<ReadingForm>
  readonly onClose: () => void
}

/** Makes the settings of a prompt, or sends what of them has changed. */
export function useSaveTableSettings({ prompt, stored, form, onClose }: Options) {
  const { project } = useEditor()
  const create = useCreateTableSettings()
  const update = useUpdateTableSettings()
  const alerts = useAlerts()

  async function run({ documentType: [documentType = ''], ...others }: ReadingForm) {
    const changes = changesOf(stored, { ...others, documentType })
    const { id } = stored
    try {
      if (id === null) {
        await create.mutateAsync({ promptId: prompt.id, projectId: project.id, changes })
      } else await update.mutateAsync({ id, changes })
    } catch (refusal) {
      const failures = [...failuresByField(refusal)].map(([name, words]) => ({
        name: name as keyof ReadingForm,
        errors: [words],
      }))
      return form.setFields(failures)
    }
    const done = id === null ? 'created' : 'updated'
    alerts.success(`Successfully ${done} the table extraction settings`)
    onClose()
  }
  return {
    run,
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  }
}

function changesOf(stored: StoredReading, next: ListReading): Partial<ListReading> {
  const isChanged = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(stored[field as keyof ListReading])
  return Object.fromEntries(Object.entries(next).filter(isChanged))
}
