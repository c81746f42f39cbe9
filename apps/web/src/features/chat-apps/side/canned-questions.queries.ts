import * as api from '@recto/contract/chat-apps/chat-apps'
import { readAs, useChange, useUpload } from '../../../shared/api/requests.ts'

/** A prepared question of an app. */
export type CannedQuestion = { readonly id: string; readonly question: string }

export const cannedQuestionsOf = (appId: string) =>
  readAs(api.listCannedQuestions, { params: { app_id: appId } }, (questions): CannedQuestion[] =>
    questions.map(({ id, question }) => ({ id, question })),
  )

const invalidates = [api.listCannedQuestions]

type New = { readonly appId: string; readonly question: string }

export const useCreateCannedQuestion = () =>
  useUpload(api.createCannedQuestion, {
    invalidates,
    toWire({ appId, question }: New) {
      const form = new FormData()
      form.append('question', question)
      form.append('app_id', appId)
      return { form }
    },
  })

export const useUpdateCannedQuestion = () =>
  useChange(api.updateCannedQuestion, {
    invalidates,
    toWire: ({ id, question }: CannedQuestion) => ({
      params: { id },
      body: { question, is_active: true },
    }),
  })

/** Deletes the canned question with the given id. */
export const useDeleteCannedQuestion = () =>
  useChange(api.deleteCannedQuestion, {
    invalidates,
    toWire: (id: string) => ({ params: { id } }),
  })
