import { useQueryClient } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { failuresByField, isConflict } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { Prompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'
import {
  tableSettings,
  useCreateTableSettings,
  useUpdateTableSettings,
} from '../table-settings.queries.ts'
import type { ListReading, StoredReading } from '../table-settings.ts'

/** Tags are a list in the form, of one here. */
export type ReadingForm = Omit<ListReading, 'documentType'> & {
  readonly documentType: readonly string[]
}

type Options = {
  readonly prompt: Prompt
  /** As it was when the form was opened. */
  readonly stored: StoredReading
  readonly form: FormInstance<ReadingForm>
  readonly onClose: () => void
}

type Field = keyof ListReading

/** What somebody else has saved meanwhile of what is changed here. */
type Conflict = {
  readonly stored: StoredReading
  readonly mine: ListReading
  readonly fields: readonly Field[]
}

/** Makes the settings of a prompt, or sends what of them has changed. */
export function useSaveTableSettings({ prompt, stored, form, onClose }: Options) {
  const { project } = useEditor()
  const client = useQueryClient()
  const create = useCreateTableSettings()
  const update = useUpdateTableSettings()
  const alerts = useAlerts()
  const [seen, setSeen] = useState(stored)
  const [conflict, setConflict] = useState<Conflict>()

  async function save(mine: ListReading, from: StoredReading) {
    const changes = changesOf(from, mine)
    const fields = Object.keys(changes) as Field[]
    const { id } = from
    try {
      if (id === null) {
        await create.mutateAsync({ promptId: prompt.id, projectId: project.id, changes })
      } else await update.mutateAsync({ id, changes, expected: pick(from, fields) })
    } catch (refusal) {
      if (isConflict(refusal)) {
        const now = await client.fetchQuery(tableSettings(prompt.id))
        const others = fields.filter((field) => !isSame(now[field], from[field]))
        return setConflict({ stored: now, mine, fields: others })
      }
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
    run: ({ documentType: [documentType = ''], ...others }: ReadingForm) =>
      save({ ...others, documentType }, seen),
    isPending: create.isPending || update.isPending,
    error: conflict ? null : (create.error ?? update.error),
    conflict,
    /** Saves what is entered in the place of what somebody else has saved. */
    async insist() {
      if (!conflict) return
      setConflict(undefined)
      await save(conflict.mine, conflict.stored)
    },
    /** Takes what somebody else has saved. */
    giveUp() {
      if (!conflict) return
      form.setFieldsValue(formOf(conflict.stored))
      setSeen(conflict.stored)
      setConflict(undefined)
      update.reset()
    },
  }
}

export const formOf = ({ documentType, ...others }: StoredReading): ReadingForm => ({
  ...others,
  documentType: documentType ? [documentType] : [],
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const pick = (from: ListReading, fields: readonly Field[]): Partial<ListReading> =>
  Object.fromEntries(fields.map((field) => [field, from[field]]))

function changesOf(stored: StoredReading, next: ListReading): Partial<ListReading> {
  const isChanged = ([field, value]: [string, unknown]) =>
    !isSame(value, stored[field as keyof ListReading])
  return Object.fromEntries(Object.entries(next).filter(isChanged))
}
