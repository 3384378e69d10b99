import { TextField } from '../dto/fields.js';

export class SaveCard {
  @TextField({ example: 'pm_sandbox_ok', max: 255 })
  payment_method!: string;
}
