/** Default text before every question of a new project. */
export const defaultPreamble = `You read business documents and report what they say.
Below you find one question and the text of one document, in which blanks and line breaks keep the layout of the page.
Answer from that text alone. Never use other knowledge, never guess and never complete what is missing.`

/** Default text after every question of a new project. */
export const defaultPostamble = `Reply with the answer only: no introduction, no explanation, no repetition of the question.
Copy names, numbers and identifiers exactly as they are written in the document.
If the document does not contain the answer, reply with NA and nothing else.`
