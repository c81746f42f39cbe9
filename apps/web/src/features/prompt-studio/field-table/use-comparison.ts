import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMedia } from '../../../shared/browser/use-media.ts'
import { outputList } from '../output.queries.ts'
import type { PromptOutput } from '../output.ts'
import { hasSameValue, toText } from '../outputs/compare-values.ts'
import { parseOutput } from '../outputs/format-value.ts'
import type { Prompt } from '../prompt.ts'
import { type ReplayedValue, recordedRuns, replayedValues } from '../recorded-run.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { useChangeEditorSearch, useEditorSearch } from '../state/editor-search.ts'
import type { SecondValue } from './ComparedCell.tsx'
import type { FieldRow } from './field-rows.ts'
import { summarizeOutput } from './summarize-output.ts'

/** Windows in which there is no room for a second value. */
const NARROW = '(max-width: 1799px)'

const noOutputs: readonly never[] = []
const noValues: readonly never[] = []

export type ValueComparison = {
  /** Groups of options for a select. */
  readonly options: readonly {
    readonly label: string
    readonly options: readonly { readonly value: string; readonly label: string }[]
  }[]
  readonly choice: string
  /** Name of what is compared with; undefined if there is no second column. */
  readonly title: string | undefined
  choose(choice: string): void
  compare(row: FieldRow): SecondValue
}

const previousRun = 'run'
const noComparison = 'none'

/** Returns what the second value column shows; undefined if there is no room for it or no document. */
export function useComparison(outputs: readonly PromptOutput[]): ValueComparison | undefined {
  const isNarrow = useMedia(NARROW)
  const { profiles, documents, document } = useEditor()
  const { compare: choiceInAddress } = useEditorSearch()
  const changeSearch = useChangeEditorSearch()
  const shownProfile = profiles.find(({ isDefault }) => isDefault) ?? profiles[0]
  const otherProfiles = profiles.filter(({ id }) => id !== shownProfile?.id)
  const otherDocuments = documents.filter(({ id }) => id !== document?.id)
  const groups = [
    { label: 'Off', options: [{ value: noComparison, label: 'Nothing' }] },
    { label: 'LLM profile', options: otherProfiles.map(toOption('profile')) },
    { label: 'Document', options: otherDocuments.map(toOption('document')) },
    { label: 'Run', options: [{ value: previousRun, label: 'Run before the last one' }] },
  ].filter(({ options }) => options.length > 0)
  const options = groups.flatMap((group) => group.options)
  // Profiles answer the same question. A comparison with anything else is up to the user.
  const initialOption = options.find(({ value }) => value.startsWith('profile:')) ?? options[0]
  const option = options.find(({ value }) => value === choiceInAddress) ?? initialOption
  const choice = option?.value ?? noComparison
  const isShown = !isNarrow && document !== undefined
  const otherOutputs = useOutputsOfDocument(isShown ? parseChoice(choice, 'document') : undefined)
  const runValues = useValuesOfPreviousRun(
    isShown && choice === previousRun ? shownProfile?.id : undefined,
  )
  const profileId = parseChoice(choice, 'profile')

  const comparedOutputs = useMemo(() => {
    const isCompared = (output: PromptOutput) => output.profileId === profileId
    return new Map(outputs.filter(isCompared).map((output) => [output.promptId, output]))
  }, [outputs, profileId])

  if (!isShown) return undefined
  return {
    options: groups,
    choice,
    title: choice === noComparison ? undefined : option?.label,
    choose: (compare) => changeSearch({ compare }),
    compare(row) {
      if (choice === previousRun) return compareRun(row, runValues.get(row.prompt.key))
      const output =
        profileId === undefined
          ? otherOutputs.find(
              (candidate) =>
                candidate.promptId === row.prompt.id && candidate.profileId === row.profileId,
            )
          : comparedOutputs.get(row.prompt.id)
      return compareOutput(row, output)
    },
  }
}

const toOption = (kind: string) => (item: { readonly id: string; readonly name: string }) => ({
  value: `${kind}:${item.id}`,
  label: item.name,
})

const parseChoice = (choice: string | undefined, kind: string): string | undefined =>
  choice?.startsWith(`${kind}:`) ? choice.slice(kind.length + 1) : undefined

function useOutputsOfDocument(documentId: string | undefined): readonly PromptOutput[] {
  const { project } = useEditor()
  const { data = noOutputs } = useQuery({
    ...outputList(project.id, documentId ?? '', project.singlePass),
    enabled: documentId !== undefined,
  })
  return data
}

/** Returns the values of the run before the last one, by prompt key. They are replayed at no cost. */
function useValuesOfPreviousRun(
  profileId: string | undefined,
): ReadonlyMap<string, ReplayedValue | undefined> {
  const { project, document } = useEditor()
  const request = {
    projectId: project.id,
    documentId: document?.id ?? '',
    profileId: profileId ?? '',
  }
  const isEnabled = profileId !== undefined && document !== undefined
  const { data: runs } = useQuery({ ...recordedRuns(request), enabled: isEnabled })
  const previous = runs?.[1]
  const { data: values = noValues } = useQuery({
    ...replayedValues(request, previous?.id ?? ''),
    enabled: isEnabled && previous !== undefined,
  })
  return new Map(values.map(({ key, run }) => [key, run]))
}

function compareOutput(
  { prompt, output }: FieldRow,
  secondOutput: PromptOutput | undefined,
): SecondValue {
  if (!secondOutput) return { text: 'Yet to process', isDifferent: false }
  const { kind, text } = summarizeOutput(secondOutput, prompt.type)
  return {
    text: kind === 'not found' ? 'not found' : text,
    isDifferent: output !== undefined && !hasSameValue(secondOutput, output, prompt),
  }
}

function compareRun(
  { prompt, output }: FieldRow,
  secondOutput: ReplayedValue | undefined,
): SecondValue {
  if (!secondOutput) return { text: '', isDifferent: false }
  const text = secondOutput.value === null ? 'not found' : toText(secondOutput.value)
  const isDifferent = output !== undefined && describeValue(output, prompt) !== text.trim()
  return { text, isDifferent }
}

const describeValue = ({ value }: PromptOutput, { type }: Prompt): string =>
  value === null ? 'not found' : toText(parseOutput(value, type)).trim()
