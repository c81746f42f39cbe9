/** Tools that need no project. Their names are their ids, which steps of workflows keep. */
export const builtInTools = ['classify', 'text_extractor'] as const
export type BuiltInTool = (typeof builtInTools)[number]

export const isBuiltIn = (toolId: string): toolId is BuiltInTool =>
  (builtInTools as readonly string[]).includes(toolId)
