/** Neither package includes types. */
declare module '@marbec/web-auto-extractor' {
  // biome-ignore lint/style/noDefaultExport: the package has one.
  export default class WebAutoExtractor {
    constructor(options?: { addLocation?: boolean; embedSource?: string[] })
    /** The data embedded in a page, by format and then by type. */
    parse(html: string): Record<'jsonld' | 'microdata' | 'rdfa', Record<string, Record<string, unknown>[]>>
  }
}
declare module '@adobe/structured-data-validator' {
  // biome-ignore lint/style/noDefaultExport: the package has one.
  export default class Validator {
    validate(found: unknown): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING'; path: unknown }[]>
  }
}
