import { TextField } from '../dto/fields.js';

export class PutAlias {
  @TextField({
    example: 'vendorb/gpt-6.1-terra',
    max: 256,
    description: 'The id of a model of the catalogue, in any spelling that calls may use.',
  })
  model!: string;
}
