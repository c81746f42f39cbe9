import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { sentShape } from '../wire/fields.ts'
import { nameText, visibleText } from '../wire/names.ts'
import { Timestamp } from '../wire/wire.ts'
import { profileFlags, profileSettings } from './profile-fields.ts'
import { maxProfiles } from './profiles.ts'
import { projectHead, projectSettings } from './project-fields.ts'
import { EnforceType, promptFields, promptParts } from './prompt-fields.ts'
import { Project } from './prompt-studio.ts'

/**
 * Format and version that a project file declares. A file without them comes from a server that
 * writes no version.
 */
export const projectFormat = { format: 'recto-project', version: 1 } as const

const maxFilePrompts = 2_000

const Name = nameText(255)
/** Names of adapters: where a file is read, they may be others, and their keys are in no file. */
const FileProfile = z.object({
  ...sentShape(profileSettings, 'file'),
  ...sentShape(profileFlags, 'file'),
  llm: z.string().max(255).optional(),
  vector_store: z.string().max(255).optional(),
  embedding_model: z.string().max(255).optional(),
  x2text: z.string().max(255).optional(),
  escalation_llm: z.string().max(255).nullish(),
})

const FilePrompt = z.object({
  ...sentShape(promptFields, 'file'),
  ...sentShape(promptParts, 'file'),
  /** Another server may have types that this one does not. */
  enforce_type: EnforceType.catch('text').default('text'),
  /** The prompt's own profile; otherwise it follows the default one. */
  profile_name: z.string().max(255).check(visibleText).nullable().default(null),
})

/** The name of an adapter. */
const AdapterName = z.string().max(255).nullable().default(null)

const Settings = z.object({
  ...sentShape(projectSettings, 'file'),
  challenge_llm: AdapterName,
  monitor_llm: AdapterName,
})

/** A project as a file: no document, no output, no secret. */
export const ProjectFile = z.object({
  tool_metadata: z.object({ tool_name: Name, ...sentShape(projectHead, 'file') }),
  tool_settings: Settings,
  /** Written by servers that have no `profiles`. */
  default_profile_settings: FileProfile.extend({
    profile_name: Name.default('Default profile'),
  }).optional(),
  profiles: z.array(FileProfile).max(maxProfiles).optional(),
  prompts: z.array(FilePrompt).max(maxFilePrompts),
  export_metadata: z.object({
    format: z.string().optional(),
    version: z.number().optional(),
    exported_at: Timestamp.optional(),
    tool_id: z.string().optional(),
  }),
})
export type ProjectFile = z.output<typeof ProjectFile>

/** How large such a file may be. */
export const projectFileBytes = 10 * 1024 * 1024

/** Returns the file as an attachment. */
export const getProjectFile = endpoint({
  method: 'GET',
  path: '/prompt-studio/project-transfer/:tool_id/',
  who: 'member',
  exportsData: true,
  params: z.object({ tool_id: z.uuid() }),
  reply: ProjectFile,
})

const AdapterId = z.uuid().optional()

/**
 * Multipart, field `file`. Each adapter that is named takes its place in every profile; else one of the
 * name that the file says, or else the caller's default one does. A name that is taken gets a number.
 */
export const importProject = endpoint({
  method: 'POST',
  path: '/prompt-studio/project-transfer/',
  who: 'member',
  status: 201,
  accepts: 'multipart',
  body: z.object({
    llm_adapter_id: AdapterId,
    vector_db_adapter_id: AdapterId,
    embedding_adapter_id: AdapterId,
    x2text_adapter_id: AdapterId,
    /**
     * Ours: `true` refuses a name that is taken and an adapter that the caller cannot use, instead of changing the
     * project.
     */
    refuses_changes: z.enum(['true', 'false']).default('false'),
  }),
  reply: z.object({
    message: z.string(),
    tool_id: z.uuid(),
    /** It has no profile: an adapter was missing. */
    needs_adapter_config: z.boolean(),
    warning: z.string().optional(),
  }),
})

/**
 * Makes the prompts and settings of a project those of a file. A prompt whose key the file has too is changed and
 * keeps its outputs; the others are deleted, and those that are new are created.
 */
export const syncPrompts = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/sync-prompts/',
  who: 'member',
  bodySize: 'texts',
  params: z.object({ tool_id: z.uuid() }),
  body: z.object({
    data: ProjectFile,
    create_copy: z.boolean().default(false),
    /**
     * Ours: also the description, author, icon and profiles become those of the file, and an adapter that does not exist is
     * refused.
     */
    replaces_all: z.boolean().default(false),
  }),
  reply: z.object({
    prompts_deleted: z.number().int(),
    prompts_created: z.number().int(),
    prompts_updated: z.number().int(),
    tool_settings_updated: z.boolean(),
    message: z.string(),
    /** Id of the copy made of the project before the change. */
    backup_tool_id: z.uuid().optional(),
    backup_tool_name: z.string().optional(),
  }),
})

/**
 * Copies a project of the organization, or one that is shared publicly by its `share_id`. The copy is the
 * caller's own and is shared with nobody.
 */
export const cloneProject = endpoint({
  method: 'POST',
  path: '/prompt-studio/clone/',
  who: 'member',
  status: 201,
  body: z.object({
    tool_id: z.uuid().optional(),
    share_id: z.uuid().optional(),
    tool_name: Name,
  }),
  reply: Project,
})
