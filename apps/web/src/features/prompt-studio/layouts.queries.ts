import * as api from '@recto/contract/prompt-studio/layouts'
import { readAs, useChange } from '../../shared/api/requests.ts'

export type LayoutRule = {
  readonly key: string
  /** The rule in words. */
  readonly rule: string
  readonly documents: number
  readonly isSuspended: boolean
}

/** A layout compiled from approved documents that look alike, with what its rules have answered. */
export type LayoutSummary = {
  readonly id: string
  /** First text that the issuer prints on the document; empty if unknown. */
  readonly name: string
  readonly documents: number
  readonly compiledAt: string
  readonly fields: readonly LayoutRule[]
  /** Keys of the prompts that have no rule and are answered by the model. */
  readonly withoutRule: readonly string[]
  readonly recognised: number
  readonly answered: number
  readonly missed: number
  /** Null if the price of the model is unknown. */
  readonly savedInDollars: number | null
}

export type RuleOptions = { readonly isOn: boolean; readonly minDocuments: number }

export type LayoutOverview = RuleOptions & {
  readonly approvedDocuments: number
  /** The reason for which the last compilation failed, if it did. */
  readonly failureMessage: string | undefined
  readonly layouts: readonly LayoutSummary[]
}

export const layoutList = (projectId: string) =>
  readAs(
    api.listLayouts,
    { params: { tool_id: projectId } },
    ({ is_on, least_documents, approved_documents, failure, layouts }): LayoutOverview => ({
      isOn: is_on,
      minDocuments: least_documents,
      approvedDocuments: approved_documents,
      failureMessage: failure?.message,
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
    invalidates: [api.listLayouts],
    toWire: ({ projectId, isOn, minDocuments }: RuleOptions & { readonly projectId: string }) => ({
      params: { tool_id: projectId },
      body: { is_on: isOn, least_documents: minDocuments },
    }),
    fieldOf: (attr) => (attr === 'least_documents' ? 'minDocuments' : attr),
  })
