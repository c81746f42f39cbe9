import { z } from 'zod'
import { AdapterListItem } from '../adapters/adapters.ts'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody } from '../wire/wire.ts'
import { LlmProfile } from './profiles.ts'
import { DocumentIndex, PromptDocument, ViewType } from './prompt-documents.ts'
import { PromptOutput } from './prompt-outputs.ts'
import { getSelectChoices, Project } from './prompt-studio.ts'

const ShareType = z.literal('PROMPT_STUDIO')

/** Owner only. A project that is shared already keeps its link. */
export const startPublicShare = endpoint({
  method: 'POST',
  path: '/share-manager/',
  who: 'member',
  query: z.object({ id: z.uuid() }),
  body: z.object({ share_type: ShareType }),
  reply: z.object({ share_id: z.uuid(), share_type: ShareType }),
})

/** Owner only. The link opens nothing from then on. */
export const stopPublicShare = endpoint({
  method: 'DELETE',
  path: '/share-manager/:share_id/',
  who: 'member',
  status: 204,
  params: z.object({ share_id: z.uuid() }),
  reply: NoBody,
})

/**
 * Returns the project that this one is a copy of, if the caller can see it, and the link under
 * which it is shared.
 */
export const getToolSource = endpoint({
  method: 'GET',
  path: '/share-manager/tool-source/',
  who: 'member',
  query: z.object({ tool_id: z.uuid() }),
  reply: z.object({
    tool_id: z.uuid(),
    share_id: z.uuid().nullable(),
    share_type: ShareType.nullable(),
    source: z.object({ tool_id: z.uuid(), tool_name: z.string() }).nullable(),
  }),
})

/** An id that is none is of no share: 404. */
const Share = z.object({ id: z.string().max(64) })
const flag = z.string().optional()

/** Nothing of people: those who made, changed or share it are left out. */
export const getPublicProject = endpoint({
  method: 'GET',
  path: '/public/share/prompt-studio-metadata/',
  who: 'anyone',
  query: Share,
  reply: Project,
})

export const listPublicDocuments = endpoint({
  method: 'GET',
  path: '/public/share/document-metadata/',
  who: 'anyone',
  query: Share,
  reply: z.array(PromptDocument),
})

export const getPublicChoices = endpoint({
  ...getSelectChoices,
  path: '/public/share/select-choices/',
  who: 'anyone',
  query: Share,
})

export const listPublicProfiles = endpoint({
  method: 'GET',
  path: '/public/share/profiles-metadata/',
  who: 'anyone',
  query: Share,
  reply: z.array(LlmProfile),
})

/** Ids and names, and nothing else, of those that its profiles use. */
export const listPublicAdapters = endpoint({
  method: 'GET',
  path: '/public/share/adapter-metadata/',
  who: 'anyone',
  query: Share.extend({ adapter_type: z.string().max(32).optional() }),
  reply: z.array(AdapterListItem),
})

/** Returns a document like the studio does; 413 if it is too large for a browser. */
export const readPublicDocument = endpoint({
  method: 'GET',
  path: '/public/share/document-contents/',
  who: 'anyone',
  query: Share.extend({ document_id: z.uuid(), view_type: ViewType.default('ORIGINAL') }),
  reply: z.object({
    data: z.object({ data: z.string(), mime_type: z.string() }),
    mime_type: z.string(),
  }),
})

/** Ours: how large the pages are. */
export const listPublicPages = endpoint({
  method: 'GET',
  path: '/public/share/document-pages/',
  who: 'anyone',
  query: Share.extend({ document_id: z.uuid() }),
  reply: z.object({ pages: z.array(z.object({ width: z.number(), height: z.number() })) }),
})

/** Ours: a picture of one page. */
export const drawPublicPage = endpoint({
  method: 'GET',
  path: '/public/share/document-page/',
  who: 'anyone',
  query: Share.extend({
    document_id: z.uuid(),
    page: z.coerce.number().int().min(0).max(1_000_000),
    width: z.coerce.number().int().min(1).max(10_000).default(1000),
  }),
  reply: z.never(),
})

/** Omits `context`, which is long; returns at most the 1,000 newest outputs. */
export const listPublicOutputs = endpoint({
  method: 'GET',
  path: '/public/share/outputs-metadata/',
  who: 'anyone',
  query: Share.extend({
    prompt_id: flag,
    document_manager: flag,
    profile_manager: flag,
    is_single_pass_extract: flag,
  }),
  reply: z.array(PromptOutput),
})

export const listPublicIndexes = endpoint({
  method: 'GET',
  path: '/public/share/index-metadata/',
  who: 'anyone',
  query: Share.extend({ profile_id: flag }),
  reply: z.array(DocumentIndex),
})

export const listPublicDefaultOutputs = endpoint({
  method: 'GET',
  path: '/public/share/default-output-metadata/',
  who: 'anyone',
  query: Share.extend({ document_id: flag, nulls: flag }),
  reply: z.record(z.string(), z.string().nullable()),
})
