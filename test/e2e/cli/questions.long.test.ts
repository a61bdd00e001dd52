import { describeCallQuestions } from './describe-call-questions.ts';

describeCallQuestions('joined');
