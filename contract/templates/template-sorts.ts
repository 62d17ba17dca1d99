/** Periods by which templates are sorted: number of memes of the last day or week, or of all time. */
export const TEMPLATE_SORTS = ['day', 'week', 'all'] as const
