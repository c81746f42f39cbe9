import { useQueryClient } from '@tanstack/react-query'
import { isConflict } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { project } from '../project.queries.ts'
import { usePatchPrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useRuns } from '../runs/runs.tsx'
import { useProjectFacts } from '../state/editor-context.ts'

type Setting = 'type' | 'required' | 'isActive' | 'ownProfileId'

type Given<Name extends Setting> = {
  readonly name: Name
  /** Names it in a sentence, such as `type`. */
  readonly word: string
  /** What somebody else has chosen, and what was chosen here, in words. */
  describe(value: Prompt[Name]): string
}

type Chosen<Name extends Setting> = {
  /** What is on its way to the server, else what is stored. */
  readonly value: Prompt[Name]
  choose(value: Prompt[Name]): void
}

/**
 * A setting of a prompt, changed at once. Runs wait for it. What is refused is said, and the setting is as
 * it was; where somebody else has chosen something meanwhile, it is asked which is right.
 */
export function usePromptSetting<Name extends Setting>(
  prompt: Prompt,
  { name, word, describe }: Given<Name>,
): Chosen<Name> {
  const { id, key } = prompt
  const { id: projectId } = useProjectFacts()
  const client = useQueryClient()
  const alerts = useAlerts()
  const { track } = useRuns()
  const patch = usePatchPrompt()
  const given: Partial<Prompt> = patch.isPending ? patch.variables.changes : {}
  const { queryKey } = project(projectId)

  function save(value: Prompt[Name], seen: Prompt[Name]) {
    const saving = patch.mutateAsync({
      id,
      changes: { [name]: value },
      expected: { [name]: seen },
    })
    track(saving).catch(async (refusal) => {
      if (!isConflict(refusal)) return alerts.failed(refusal, 'Failed to update')
      await client.invalidateQueries({ queryKey })
      const stored = client.getQueryData(queryKey)?.prompts.find((it) => it.id === id)
      if (!stored) return alerts.warn('Prompt not found')
      if (stored[name] === value) return
      const now = stored[name]
      alerts.ask(
        `Somebody, or another tab, has changed the ${word} of ${key}. ` +
          `Stored: ${describe(now)}. Yours: ${describe(value)}.`,
        { title: 'Changed elsewhere', label: 'Use mine', act: () => save(value, now) },
      )
    })
  }

  const shown = name in given ? (given[name] as Prompt[Name]) : prompt[name]
  // What is on its way replaces what is stored before this does.
  return { value: shown, choose: (value) => save(value, shown) }
}
