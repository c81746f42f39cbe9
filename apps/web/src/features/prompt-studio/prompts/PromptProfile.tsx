import { Select } from 'antd'
import { useAllProfiles } from '../profiles/use-all-profiles.ts'
import { usePatchPrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useSaveSetting } from './use-save-setting.ts'

const followsDefault = ''

/** With which profile the prompt is exported and combined: the project's default, or its own. */
export function PromptProfile({ prompt }: { readonly prompt: Prompt }) {
  // A single pass leaves the choice for when it is turned off again.
  const profiles = useAllProfiles()
  const patch = usePatchPrompt()
  const saveSetting = useSaveSetting()
  const { id, key, ownProfileId } = prompt
  const given = patch.isPending ? patch.variables.changes.ownProfileId : undefined
  const chosen = given === undefined ? ownProfileId : given
  if (profiles.length < 2 && chosen === null) return null

  const standard = profiles.find(({ isDefault }) => isDefault)
  const options = [
    { value: followsDefault, label: `Default: ${standard?.name ?? 'none'}` },
    ...profiles.map(({ id, name }) => ({ value: id, label: name })),
  ]
  function handleChange(next: string) {
    const changes = { ownProfileId: next === followsDefault ? null : next }
    saveSetting(patch.mutateAsync({ id, changes }))
  }

  return (
    <Select
      size="small"
      variant="filled"
      className="prompt-profile"
      popupMatchSelectWidth={false}
      aria-label={`Profile of ${key}`}
      options={options}
      value={chosen ?? followsDefault}
      onChange={handleChange}
    />
  )
}
