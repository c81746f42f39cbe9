import {
  type MaskedKind,
  type Masking,
  maxMaskedWords,
} from '@recto/contract/prompt-studio/masking'
import { Checkbox, Select } from 'antd'
import { useEditor } from '../state/editor-context.ts'
import { PanelButtons } from './PanelButtons.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveSettings } from './use-save-settings.ts'

const kinds: readonly { readonly value: MaskedKind; readonly label: string }[] = [
  { value: 'iban', label: 'Bank accounts (IBAN)' },
  { value: 'card', label: 'Payment cards' },
  { value: 'phone', label: 'Phone numbers' },
  { value: 'email', label: 'Email addresses' },
  { value: 'tax_id', label: 'Tax and VAT numbers' },
]

/** Panel for the masking of texts sent to external adapters. */
export function MaskingPanel() {
  const { project } = useEditor()
  const draft = useDraft('masking', project.masking)
  const { save, isPending } = useSaveSettings()
  const { value } = draft
  const change = (changes: Partial<Masking>) => draft.change({ ...value, ...changes })
  const keys = project.prompts.filter(({ isNote }) => !isNote).map(({ key }) => key)

  async function handleSave(base = draft.base) {
    const messages = {
      saved: 'Saved masking settings successfully',
      failed: 'Failed to save the masking settings',
    }
    if (await save({ masking: value }, messages, { masking: base })) draft.discard()
  }

  return (
    <>
      <div className="panel-head">
        <h3>Masking</h3>
        <p>
          External adapters receive placeholders instead of these values. The original values are
          restored in the answers.
        </p>
      </div>
      <fieldset className="panel-kinds">
        <legend>Types of values</legend>
        <Checkbox.Group
          options={[...kinds]}
          value={value.kinds}
          onChange={(next: MaskedKind[]) => change({ kinds: next })}
        />
      </fieldset>
      <Tags
        id="masked-countries"
        label="Countries to assume for phone numbers without a country code"
        placeholder="Two-letter codes, such as DE"
        value={value.countries}
        onChange={(next) => change({ countries: next.map((country) => country.toUpperCase()) })}
      />
      <Tags
        id="masked-words"
        label="Names and words"
        placeholder="Type a name or word and press Enter"
        value={value.words}
        onChange={(next) => change({ words: next.slice(0, maxMaskedWords) })}
      />
      <div className="panel-field">
        <label htmlFor="masked-prompts">Prompts with masked values</label>
        <Select
          id="masked-prompts"
          mode="multiple"
          className="wide"
          placeholder="Select prompts"
          aria-describedby="masked-prompts-note"
          value={value.prompts}
          options={keys.map((key) => ({ value: key, label: key }))}
          onChange={(next: string[]) => change({ prompts: next })}
        />
        <p id="masked-prompts-note" className="panel-note">
          These prompts are answered first, by adapters that are not external. Their values are then
          masked for external adapters.
        </p>
      </div>
      <PanelButtons
        panelName="Masking"
        draft={draft}
        isSaving={isPending}
        describe={describe}
        onSave={handleSave}
      />
    </>
  )
}

type TagsProps = {
  readonly id: string
  readonly label: string
  readonly placeholder: string
  readonly value: readonly string[]
  readonly onChange: (next: string[]) => void
}

function Tags({ id, label, placeholder, value, onChange }: TagsProps) {
  return (
    <div className="panel-field">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        mode="tags"
        className="wide"
        placeholder={placeholder}
        suffixIcon={null}
        open={false}
        tokenSeparators={[',', ';']}
        value={[...value]}
        onChange={(next: string[]) => onChange(next.map((entry) => entry.trim()).filter(Boolean))}
      />
    </div>
  )
}

const describe = ({ kinds: selectedKinds, words, countries, prompts }: Masking) =>
  [
    `Types of values: ${selectedKinds.join(', ') || 'none'}`,
    `Countries: ${countries.join(', ') || 'none'}`,
    `Names and words: ${words.join(', ') || 'none'}`,
    `Prompts with masked values: ${prompts.join(', ') || 'none'}`,
  ].join('\n')
