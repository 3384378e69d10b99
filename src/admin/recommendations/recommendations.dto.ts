/** A decision says all by its path; a body, where one is sent, is an empty object. */
export class DecideRecommendation {}
