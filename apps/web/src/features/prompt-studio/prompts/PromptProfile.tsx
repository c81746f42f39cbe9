import { Select } from 'antd'
import type { Prompt } from '../prompt.ts'
import { useRunInputs } from '../state/editor-context.ts'
import { usePromptSetting } from './use-prompt-setting.ts'

const projectDefault = ''

/**
 * Selects the profile whose value is exported and combined: the project's default or the prompt's
 * own.
 */
export function PromptProfile({ prompt }: { readonly prompt: Prompt }) {
  // Offers all profiles even in single-pass mode; the choice applies once that mode is off.
  const { allProfiles: profiles } = useRunInputs()
  const { key } = prompt
  const { value: profileId, change } = usePromptSetting(prompt, {
    name: 'ownProfileId',
    noun: 'profile',
    describe: (id) => profiles.find((profile) => profile.id === id)?.name ?? 'the default profile',
  })
  if (profiles.length < 2 && profileId === null) return null

  const defaultProfile = profiles.find(({ isDefault }) => isDefault)
  const options = [
    { value: projectDefault, label: `Default: ${defaultProfile?.name ?? 'none'}` },
    ...profiles.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Select
      size="small"
      variant="filled"
      className="prompt-profile"
      popupMatchSelectWidth={false}
      aria-label={`LLM profile for ${key}`}
      options={options}
      value={profileId ?? projectDefault}
      onChange={(value) => change(value === projectDefault ? null : value)}
    />
  )
}
