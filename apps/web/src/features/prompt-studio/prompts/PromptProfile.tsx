import { Select } from 'antd'
import { useAllProfiles } from '../profiles/use-all-profiles.ts'
import type { Prompt } from '../prompt.ts'
import { usePromptSetting } from './use-prompt-setting.ts'

const followsDefault = ''

/** With which profile the prompt is exported and combined: the project's default, or its own. */
export function PromptProfile({ prompt }: { readonly prompt: Prompt }) {
  // A single pass leaves the choice for when it is turned off again.
  const profiles = useAllProfiles()
  const { key } = prompt
  const { value: chosen, choose } = usePromptSetting(prompt, {
    name: 'ownProfileId',
    word: 'profile',
    describe: (id) => profiles.find((it) => it.id === id)?.name ?? 'the default one',
  })
  if (profiles.length < 2 && chosen === null) return null

  const standard = profiles.find(({ isDefault }) => isDefault)
  const options = [
    { value: followsDefault, label: `Default: ${standard?.name ?? 'none'}` },
    ...profiles.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Select
      size="small"
      variant="filled"
      className="prompt-profile"
      popupMatchSelectWidth={false}
      aria-label={`Profile of ${key}`}
      options={options}
      value={chosen ?? followsDefault}
      onChange={(next) => choose(next === followsDefault ? null : next)}
    />
  )
}
