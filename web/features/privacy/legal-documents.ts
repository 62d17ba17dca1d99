/** The legal pages and their sections, in order. Each section's name is its element id, so that URLs can link to it. */
export const LEGAL_SECTIONS = {
  privacy: ['overview', 'data-collection', 'gdpr-rights', 'ccpa-rights', 'caloppa', 'data-retention', 'contact'],
  terms: [
    'overview',
    'definitions',
    'account',
    'content',
    'intellectual-property',
    'prohibited',
    'liability',
    'termination',
    'contact',
  ],
  deletion: ['steps'],
} as const

export type LegalDocument = keyof typeof LEGAL_SECTIONS
