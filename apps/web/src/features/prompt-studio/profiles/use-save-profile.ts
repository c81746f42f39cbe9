import { useQueryClient } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { failuresByField, isConflict } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { profileList, useCreateProfile, usePatchProfile } from '../profile.queries.ts'
import type { LlmProfile, ProfileSettings } from '../profile.ts'
import { useEditor } from '../state/editor-context.ts'
import { changedFields, type ProfileValues, settingsOf } from './profile-values.ts'
import { useAllProfiles } from './use-all-profiles.ts'

type Field = keyof ProfileSettings

/** What somebody else has saved meanwhile of what is changed here. */
export type ProfileConflict = { readonly stored: LlmProfile; readonly fields: readonly Field[] }

type Given = {
  /** As it was when the form was opened. */
  readonly profile: LlmProfile | undefined
  /** The same as the form shows it. */
  readonly initial: ProfileValues
  readonly form: FormInstance<ProfileValues>
  readonly onSaved: () => void
}

/** Saves a profile; what the server says about a field goes beside the field. */
export function useSaveProfile({ profile, initial, form, onSaved }: Given) {
  const { project } = useEditor()
  const profiles = useAllProfiles()
  const client = useQueryClient()
  const create = useCreateProfile()
  const patch = usePatchProfile()
  const alerts = useAlerts()
  /** What is stored as far as it is known here: a change replaces that and nothing newer. */
  const [seen, setSeen] = useState(profile)
  const [conflict, setConflict] = useState<ProfileConflict>()

  async function change(values: ProfileValues, from: LlmProfile) {
    const fields = changedFields(initial, values)
    if (fields.length === 0) return
    const changes = pick(settingsOf(values), fields)
    await patch.mutateAsync({ id: from.id, changes, expected: pick(from, fields) })
  }

  /** Whether it is a conflict, which is then shown. */
  async function showConflict(refusal: unknown, values: ProfileValues): Promise<boolean> {
    if (!isConflict(refusal) || !seen) return false
    const { queryKey } = profileList(project.id)
    await client.invalidateQueries({ queryKey })
    const stored = client.getQueryData(queryKey)?.find(({ id }) => id === seen.id)
    if (!stored) return false
    const fields = changedFields(initial, values).filter((field) => stored[field] !== seen[field])
    setConflict({ stored, fields })
    return true
  }

  async function run(values: ProfileValues, from = seen) {
    try {
      if (from) await change(values, from)
      else {
        const isDefault = profiles.length === 0
        await create.mutateAsync({ projectId: project.id, settings: settingsOf(values), isDefault })
      }
    } catch (refusal) {
      if (await showConflict(refusal, values)) return
      const failures = [...failuresByField(refusal)].map(([name, words]) => ({
        name: name as keyof ProfileValues,
        errors: [words],
      }))
      return form.setFields(failures)
    }
    alerts.success('Saved successfully')
    onSaved()
  }

  return {
    run,
    isPending: create.isPending || patch.isPending,
    error: conflict ? null : (create.error ?? patch.error),
    conflict,
    /** Saves what is entered in the place of what somebody else has saved. */
    async insist() {
      const stored = conflict?.stored
      setConflict(undefined)
      setSeen(stored)
      await run(form.getFieldsValue(true), stored)
    },
    /** Takes what somebody else has saved. */
    giveUp(shown: Partial<ProfileValues>) {
      if (!conflict) return
      form.setFieldsValue(pick(shown as ProfileValues, conflict.fields))
      setSeen(conflict.stored)
      setConflict(undefined)
      patch.reset()
    },
  }
}

const pick = <Whole extends object>(whole: Whole, fields: readonly Field[]): Partial<Whole> =>
  Object.fromEntries(
    fields.map((field) => [field, (whole as Readonly<Record<string, unknown>>)[field]]),
  ) as Partial<Whole>
