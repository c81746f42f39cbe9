import * as api from '@recto/contract/prompt-studio/layouts'
import { readAs, useChange } from '../../shared/api/ask.ts'

export type ShownRule = {
  readonly key: string
  /** The rule in words. */
  readonly rule: string
  readonly documents: number
  readonly isSuspended: boolean
}

/** A layout compiled from approved documents that look alike, with what its rules have answered. */
export type ShownLayout = {
  readonly id: string
  /** First text that the issuer prints on the document; empty if unknown. */
  readonly name: string
  readonly documents: number
  readonly compiledAt: string
  readonly fields: readonly ShownRule[]
  /** Keys of the prompts that have no rule and are answered by the model. */
  readonly withoutRule: readonly string[]
  readonly recognised: number
  readonly answered: number
  readonly missed: number
  /** Null if the price of the model is unknown. */
  readonly savedInDollars: number | null
}

export type RuleOptions = { readonly isOn: boolean; readonly leastDocuments: number }

export type ShownLayouts = RuleOptions & {
  readonly approvedDocuments: number
  readonly layouts: readonly ShownLayout[]
}

export const layoutList = (projectId: string) =>
  readAs(
    api.listLayouts,
    { params: { tool_id: projectId } },
    ({ is_on, least_documents, approved_documents, layouts }): ShownLayouts => ({
      isOn: is_on,
      leastDocuments: least_documents,
      approvedDocuments: approved_documents,
      layouts: layouts.map(
        ({ compiled_at, saved_in_dollars, without_rule, fields, ...layout }) => ({
          ...layout,
          compiledAt: compiled_at,
          savedInDollars: saved_in_dollars,
          withoutRule: without_rule,
          fields: fields.map(({ is_suspended, ...field }) => ({
            ...field,
            isSuspended: is_suspended,
          })),
        }),
      ),
    }),
  )

export const useSaveLayoutSettings = () =>
  useChange(api.saveLayoutSettings, {
    makesStale: [api.listLayouts],
    toWire: ({
      projectId,
      isOn,
      leastDocuments,
    }: RuleOptions & { readonly projectId: string }) => ({
      params: { tool_id: projectId },
      body: { is_on: isOn, least_documents: leastDocuments },
    }),
    fieldOf: (attr) => (attr === 'least_documents' ? 'leastDocuments' : attr),
  })
