import { useQueryClient } from '@tanstack/react-query'
import { isConflict } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { project } from '../project.queries.ts'
import { usePatchPrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useRuns } from '../runs/runs.tsx'
import { useProjectMode } from '../state/editor-context.ts'

type Setting = 'type' | 'required' | 'isActive' | 'ownProfileId'

type SettingDescription<Name extends Setting> = {
  readonly name: Name
  /** Name of the setting in a sentence, such as `type`. */
  readonly noun: string
  /** Describes a value in words, to compare the stored one with the user's. */
  describe(value: Prompt[Name]): string
}

type PromptSetting<Name extends Setting> = {
  /** The value being saved, otherwise the stored one. */
  readonly value: Prompt[Name]
  change(value: Prompt[Name]): void
}

/**
 * Changes a setting of a prompt immediately. Runs wait until it is saved. If the server rejects the
 * change, the setting is reverted; if another user changed it too, the user is asked which value
 * to use.
 */
export function usePromptSetting<Name extends Setting>(
  prompt: Prompt,
  { name, noun, describe }: SettingDescription<Name>,
): PromptSetting<Name> {
  const { id, key } = prompt
  const { id: projectId } = useProjectMode()
  const client = useQueryClient()
  const alerts = useAlerts()
  const { delayRunsUntil } = useRuns()
  const patch = usePatchPrompt()
  const pendingChanges: Partial<Prompt> = patch.isPending ? patch.variables.changes : {}
  const { queryKey } = project(projectId)

  function save(value: Prompt[Name], expectedValue: Prompt[Name]) {
    const saving = patch.mutateAsync({
      id,
      changes: { [name]: value },
      expected: { [name]: expectedValue },
    })
    delayRunsUntil(saving).catch(async (refusal) => {
      if (!isConflict(refusal)) return alerts.showFailure(refusal, 'Failed to update')
      await client.invalidateQueries({ queryKey })
      const storedPrompt = client
        .getQueryData(queryKey)
        ?.prompts.find((candidate) => candidate.id === id)
      if (!storedPrompt) return alerts.warn('Prompt not found')
      if (storedPrompt[name] === value) return
      const storedValue = storedPrompt[name]
      alerts.ask(
        `The ${noun} of ${key} was changed in another tab or by someone else. ` +
          `Saved: ${describe(storedValue)}. Yours: ${describe(value)}.`,
        { title: 'Changed elsewhere', label: 'Use mine', run: () => save(value, storedValue) },
      )
    })
  }

  const currentValue =
    name in pendingChanges ? (pendingChanges[name] as Prompt[Name]) : prompt[name]
  // A pending change is sent first, so this change expects its value.
  return { value: currentValue, change: (value) => save(value, currentValue) }
}
